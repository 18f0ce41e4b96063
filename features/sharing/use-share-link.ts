import { useHydrated } from '#platform/web/hydrated.tsx'

/**
 * Returns functions that share and copy the address of one of our pages. Each resolves to whether that worked, and to
 * the text to show, which may be empty.
 */
export function useShareLink({ path, title }: { path: string; title: string }) {
  const address = () => new URL(path, location.origin).href
  const canShare = useHydrated() && 'share' in navigator
  return {
    /** True if the device has a share sheet. */
    canShare,
    async open(): Promise<{ shared: boolean; text: string }> {
      try {
        await navigator.share({ title, url: address() })
        return { shared: true, text: '' }
      } catch (problem) {
        const left = (problem as Error).name === 'AbortError'
        return { shared: false, text: left ? '' : 'Sharing didn’t work. Copy the link.' }
      }
    },
    /** If the browser forbids copying, the text has the link. */
    async copy(): Promise<{ shared: boolean; text: string }> {
      try {
        await navigator.clipboard.writeText(address())
        return { shared: true, text: 'Link copied.' }
      } catch {
        return { shared: false, text: `Here is your link: ${address()}` }
      }
    },
  }
}
