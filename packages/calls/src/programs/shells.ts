/** By name, without a directory: given code, they run it. */
export const SHELLS: RegExp = /^(?:r?ba|da|z|m?k|a|fi|ya|t?c|pw)?sh$|^(?:busybox|powershell)$/;
