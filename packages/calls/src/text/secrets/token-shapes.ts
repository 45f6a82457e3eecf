/**
 * The one table of token formats: the decision log removes them, and no suggested rule contains one. The tests say row by row
 * what a format matches and what it must leave alone. Formats are runs without alternatives inside: the model chooses the text,
 * so a search must be linear.
 */

export type Alphabet = 'alnum' | 'upper' | 'hex' | 'word' | 'base64' | 'dotted';

/** A token that is recognised by its prefix. The prefix stays in the log. */
export type TokenShape = {
  readonly prefixes: readonly string[];
  readonly alphabet: Alphabet;
  /** The minimum number of characters after the prefix. */
  readonly atLeast: number;
  /** Prefixes that are also ordinary words need a digit in the rest. */
  readonly withDigit?: true;
};

/** A function, because most processes write a single line that doesn't need it. */
export function tokenShapes(): Readonly<Record<string, TokenShape>> {
  return {
    'AWS access key id': { prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], alphabet: 'upper', atLeast: 16 },
    'GitHub token': { prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], alphabet: 'alnum', atLeast: 30 },
    'GitHub fine-grained token': { prefixes: ['github_pat_'], alphabet: 'word', atLeast: 22 },
    'GitLab token': {
      prefixes: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-', 'glimt-', 'glagent-', 'gloas-'],
      alphabet: 'dotted',
      atLeast: 16,
    },
    'Slack token': {
      prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxc-', 'xoxd-', 'xapp-'],
      alphabet: 'word',
      atLeast: 10,
      withDigit: true,
    },
    'Stripe key': { prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], alphabet: 'alnum', atLeast: 16 },
    'Stripe webhook secret': { prefixes: ['whsec_'], alphabet: 'base64', atLeast: 16 },
    'OpenAI project key': { prefixes: ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], alphabet: 'word', atLeast: 20 },
    'OpenAI key': { prefixes: ['sk-'], alphabet: 'alnum', atLeast: 32, withDigit: true },
    'OpenRouter key': { prefixes: ['sk-or-v1-'], alphabet: 'hex', atLeast: 32 },
    'Anthropic key': { prefixes: ['sk-ant-'], alphabet: 'word', atLeast: 16 },
    'Google API key': { prefixes: ['AIza'], alphabet: 'word', atLeast: 30 },
    'Google OAuth token': { prefixes: ['ya29.'], alphabet: 'dotted', atLeast: 20 },
    'Google client secret': { prefixes: ['GOCSPX-'], alphabet: 'word', atLeast: 20 },
    'npm token': { prefixes: ['npm_'], alphabet: 'alnum', atLeast: 30 },
    'PyPI token': { prefixes: ['pypi-'], alphabet: 'word', atLeast: 50 },
    'RubyGems key': { prefixes: ['rubygems_'], alphabet: 'hex', atLeast: 40 },
    'crates.io token': { prefixes: ['cio'], alphabet: 'alnum', atLeast: 32, withDigit: true },
    'Docker token': { prefixes: ['dckr_pat_', 'dckr_oat_'], alphabet: 'word', atLeast: 20 },
    'Hugging Face token': { prefixes: ['hf_'], alphabet: 'alnum', atLeast: 30 },
    'Groq key': { prefixes: ['gsk_'], alphabet: 'alnum', atLeast: 40 },
    'xAI key': { prefixes: ['xai-'], alphabet: 'alnum', atLeast: 40 },
    'Perplexity key': { prefixes: ['pplx-'], alphabet: 'alnum', atLeast: 40 },
    'Replicate token': { prefixes: ['r8_'], alphabet: 'alnum', atLeast: 30 },
    'DigitalOcean token': { prefixes: ['dop_v1_', 'doo_v1_', 'dor_v1_'], alphabet: 'hex', atLeast: 40 },
    'Shopify token': { prefixes: ['shpat_', 'shpss_', 'shpca_', 'shppa_'], alphabet: 'hex', atLeast: 32 },
    'SendGrid key': { prefixes: ['SG.'], alphabet: 'dotted', atLeast: 40 },
    'Mailgun key': { prefixes: ['key-'], alphabet: 'hex', atLeast: 32 },
    'Twilio key': { prefixes: ['SK'], alphabet: 'hex', atLeast: 32 },
    'Vault token': { prefixes: ['hvs.', 'hvb.', 'hvr.'], alphabet: 'word', atLeast: 20 },
    'Atlassian token': { prefixes: ['ATATT3', 'ATCTT3', 'ATBB'], alphabet: 'base64', atLeast: 24 },
    'Linear key': { prefixes: ['lin_api_', 'lin_oauth_'], alphabet: 'alnum', atLeast: 30 },
    'Notion token': { prefixes: ['ntn_', 'secret_'], alphabet: 'alnum', atLeast: 40, withDigit: true },
    'Figma token': { prefixes: ['figd_'], alphabet: 'word', atLeast: 20 },
    'Postman key': { prefixes: ['PMAK-'], alphabet: 'word', atLeast: 20 },
    'New Relic key': { prefixes: ['NRAK-'], alphabet: 'upper', atLeast: 20 },
    'Databricks token': { prefixes: ['dapi'], alphabet: 'hex', atLeast: 32 },
    'Grafana token': { prefixes: ['glsa_', 'glc_'], alphabet: 'base64', atLeast: 20 },
    'Supabase key': { prefixes: ['sbp_', 'sb_secret_'], alphabet: 'word', atLeast: 20 },
    'Netlify token': { prefixes: ['nfp_'], alphabet: 'alnum', atLeast: 30 },
    'Tailscale key': { prefixes: ['tskey-'], alphabet: 'word', atLeast: 20 },
    'PlanetScale secret': { prefixes: ['pscale_tkn_', 'pscale_pw_'], alphabet: 'word', atLeast: 20 },
    'Sentry token': { prefixes: ['sntrys_', 'sntryu_'], alphabet: 'base64', atLeast: 30 },
    'Square token': { prefixes: ['sq0atp-', 'sq0csp-'], alphabet: 'word', atLeast: 20 },
    'Alibaba access key': { prefixes: ['LTAI'], alphabet: 'alnum', atLeast: 16, withDigit: true },
    'Doppler token': { prefixes: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], alphabet: 'dotted', atLeast: 40 },
    'Pulumi token': { prefixes: ['pul-'], alphabet: 'hex', atLeast: 40 },
    'NVIDIA key': { prefixes: ['nvapi-'], alphabet: 'word', atLeast: 40 },
    'Contentful token': { prefixes: ['CFPAT-'], alphabet: 'word', atLeast: 40 },
    'Fly.io token': { prefixes: ['fm2_'], alphabet: 'base64', atLeast: 40 },
    'age key': { prefixes: ['AGE-SECRET-KEY-1'], alphabet: 'upper', atLeast: 50 },
  };
}

/**
 * Every token of these formats begins like this, and most texts contain nothing that does: by two characters, because preparing
 * the whole prefixes takes a process that writes one line longer than everything else it looks for. No token is shorter.
 */
export const ANY_BEGINNING: RegExp =
  /(?<![A-Za-z0-9])(?:A[BCGIKST]|g[hils]|s[behknq]|x[ao]|r[8ku]|n[fptv]|p[psuy]|d[acop]|h[fv]|S[GK]|wh|ya|GO|ci|ke|li|f[im]|CF|PM|NR|ts|LT)[\w+/=.~-]{13}/g;

/** A format that needs more than a prefix. The pattern's first group stays readable. */
export type WrittenShape = {
  readonly pattern: RegExp;
  /** Every text that contains such a token contains this. */
  readonly hint: string;
};

export function writtenShapes(): Readonly<Record<string, WrittenShape>> {
  return {
    'JSON web token': { hint: 'eyJ', pattern: /(?<![\w.-])(eyJ)[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+){0,2}/g },
    'Telegram bot token': { hint: ':A', pattern: /(?<![\w:-])((?:bot)?\d{8,10}:)A[\w-]{34}/g },
    'Slack webhook': {
      hint: 'hooks.slack.com/',
      pattern: /(hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{20,}/g,
    },
    'Discord webhook': {
      hint: '/api/webhooks/',
      pattern: /(discord(?:app)?\.com\/api\/webhooks\/\d{1,20}\/)[\w-]{20,}/g,
    },
    'bearer credentials': {
      hint: 'earer ',
      pattern: /(?<![\w-])([Bb]earer )(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,}={0,2}/g,
    },
    'basic credentials': {
      hint: 'asic ',
      pattern: /(?<![\w-])([Bb]asic )(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,}={0,2}/g,
    },
  };
}

/** One of the hints above. */
export const ANY_HINT: RegExp = /eyJ|:A|hooks\.slack\.com\/|\/api\/webhooks\/|earer |asic /;
