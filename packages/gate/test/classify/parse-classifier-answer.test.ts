import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseClassifierAnswer } from '../../src/classify/parse-classifier-answer.ts';

const ALLOWED = { ok: true, value: { verdict: 'allow', source: 'Model', reason: 'fine' } };

describe('parseClassifierAnswer', () => {
  test.each([
    ['plain', '{"verdict":"allow","reason":"fine"}'],
    ['with blanks', ' {\n  "verdict" : "allow" ,\n  "reason" : "fine"\n}\n'],
    ['the other way round', '{"reason":"fine","verdict":"allow"}'],
    ['in a code block', '```json\n{"verdict":"allow","reason":"fine"}\n```'],
    ['in a code block without a language', '```\n{"verdict":"allow","reason":"fine"}\n```\n'],
    ['with an escape in the reason', '{"verdict":"allow","reason":"fin\\u0065"}'],
  ])('reads an answer: %s', (_, answer) => {
    expect(parseClassifierAnswer(answer)).toEqual(ALLOWED);
  });

  test.each([
    ['soft_deny', 'soft_deny'],
    ['hard_deny', 'hard_deny'],
    ['allow', 'allow'],
  ])('reads %s', (verdict, expected) => {
    const parsed = parseClassifierAnswer(`{"verdict":"${verdict}","reason":""}`);
    expect(parsed).toEqual({ ok: true, value: { verdict: expected, source: 'Model', reason: '' } });
  });

  test.each([
    ['nothing', ''],
    ['a word', 'allow'],
    ['prose before', 'Sure! {"verdict":"allow","reason":"fine"}'],
    ['prose after', '{"verdict":"allow","reason":"fine"} Hope that helps.'],
    ['prose around a code block', 'Here:\n```json\n{"verdict":"allow","reason":"fine"}\n```'],
    ['two answers', '{"verdict":"soft_deny","reason":"a"}\n{"verdict":"allow","reason":"b"}'],
    ['two code blocks', '```\n{"verdict":"soft_deny","reason":"a"}\n```\n```\n{"verdict":"allow","reason":"b"}\n```'],
    ['a verdict twice', '{"verdict":"soft_deny","verdict":"allow","reason":"b"}'],
    ['a verdict twice, escaped', '{"verdict":"soft_deny","reason":"b","verd\\u0069ct":"allow"}'],
    ['a further key', '{"verdict":"allow","reason":"fine","confidence":1}'],
    ['no reason', '{"verdict":"allow"}'],
    ['no verdict', '{"reason":"fine"}'],
    ['a reason that is no text', '{"verdict":"allow","reason":1}'],
    ['an unknown verdict', '{"verdict":"ALLOW","reason":"fine"}'],
    ['a verdict with a dash', '{"verdict":"soft-deny","reason":"fine"}'],
    ['a list', '[{"verdict":"allow","reason":"fine"}]'],
    ['a text that holds it', '"{\\"verdict\\":\\"allow\\",\\"reason\\":\\"fine\\"}"'],
    ['single quotes', "{'verdict':'allow','reason':'fine'}"],
    ['a comment', '{"verdict":"allow","reason":"fine"} // ok'],
    ['a comma too many', '{"verdict":"allow","reason":"fine",}'],
    ['cut off', '{"verdict":"allow","reason":"fi'],
    ['a line end in the reason', '{"verdict":"allow","reason":"a\nb"}'],
    ['a bad escape in the reason', '{"verdict":"allow","reason":"\\x"}'],
    ['one megabyte', `{"verdict":"allow","reason":"${'x'.repeat(1_000_000)}"}`],
    ['a megabyte of openings', '{"verdict":'.repeat(100_000)],
  ])('malformed: %s', (_, answer) => {
    expect(parseClassifierAnswer(answer).ok).toBe(false);
  });

  test('no text makes it throw, and a yes is always spelled out', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '"verdict"',
      '"reason"',
      ':',
      ',',
      '"allow"',
      '"soft_deny"',
      '"x"',
      ' ',
      '```',
      '\n',
      '\\',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 14 }).map((found) => found.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseClassifierAnswer(text);
        if (parsed.ok && parsed.value.verdict === 'allow') {
          expect(JSON.parse(text.replaceAll('```', ''))).toMatchObject({ verdict: 'allow' });
        }
      }),
    );
  });
});
