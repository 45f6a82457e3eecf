// For `node --require`: the clock of this process is off by the milliseconds in $SOAK_CLOCK, which may change while it runs.
const { readFileSync } = require('node:fs');

const real = Date.now;
Date.now = () => real() + offset();

function offset() {
  try {
    return Number(readFileSync(process.env.SOAK_CLOCK, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
