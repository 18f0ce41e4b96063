/**
 * Lets readers check a drawing in their browser. Browsers provide `crypto.subtle` only on pages that are served
 * securely.
 */
export async function browserSha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
