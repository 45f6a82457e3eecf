/** By name, without a directory: they run code that they get. */
export const SHELLS: RegExp = /^(?:r?ba|da|z|m?k|a|fi|ya|t?c|pw)?sh$|^(?:busybox|powershell)$/;
