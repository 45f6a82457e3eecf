import { expect, test } from 'vitest';
import { looksSecret } from '../../../src/text/secrets/looks-secret.ts';

test.each([
  ['curl -H "Authorization: Bearer abc123"'],
  ['deploy --password hunter22'],
  ['deploy --token=abcdef'],
  ['API_KEY=abcdef make'],
  ['AWS_SECRET_ACCESS_KEY: abcdef'],
  ['curl -d \'{"token":"abcdef"}\''],
  [`git push https://ghp_${'a1B2'.repeat(9)}@github.com/a/b`],
  ['psql postgres://me:pw@host/db'],
  ['echo "-----BEGIN RSA PRIVATE KEY-----"'],
  [`echo ${'aB3x9'.repeat(8)}`],
])('`%s` looks secret', (text) => {
  expect(looksSecret(text)).toBe(true);
});

test.each([
  ['git push origin main'],
  ['npm run token:check'],
  ['git show 3f786850e387550fdab836ed7e6dc881de23001b'],
  ['cat src/components/authentication/password-reset-form.tsx'],
  ['grep -rn secret src'],
  ['echo $TOKEN'],
  ['deploy --token "$TOKEN"'],
  ['https://a.test/a/very/long/path/to/some/document-with-a-name'],
])('`%s` does not', (text) => {
  expect(looksSecret(text)).toBe(false);
});
