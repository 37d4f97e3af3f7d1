// The figures of a review as texts.

const { lang } = document.documentElement;
const plain = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(lang, { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const share = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
const signedShare = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });

export const points = (value) => plain.format(value);
// The same as a number, which a sentence may count.
export const tenths = (value) => Math.round(value * 10) / 10;
export const round = (value) => whole.format(value);
export const signedPoints = (value) => signed.format(value);
export const withError = (value, error) => `${signed.format(value)} ± ${plain.format(error)}`;
export const percent = (value) => share.format(value);
export const signedPercent = (value) => signedShare.format(value);
