/**
 * Returns the SHA-256 of a text, so that readers can check a drawing in their browser. It throws on pages that aren't
 * served securely, because browsers have no `crypto.subtle` there.
 */
export async function browserSha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
