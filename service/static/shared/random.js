// Cryptographically secure random numbers.

// Random bytes as hexadecimal digits.
export function randomHex(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
