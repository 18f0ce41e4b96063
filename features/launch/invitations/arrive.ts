import { sendBeacon } from '#platform/web/api/beacon.ts'
import { storedInvitation } from './stored-invitation.ts'

const month = 30 * 24 * 60 * 60 * 1000

/**
 * Takes the invitation from the address's fragment, stores it for a month or until someone joins, and tells the server
 * that its link was opened, unless this browser has stored it already. Also removes the fragment from the address, so
 * that visitors of a copied address aren't counted.
 */
export function arriveByInvitation(hash: string): void {
  const code = hash.slice('#via='.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  if (!/^[a-z\d]{8}$/.test(code) || storedInvitation.get()?.code === code) return
  storedInvitation.set({ code, until: Date.now() + month })
  sendBeacon('POST /invitations/:code/opened', { code })
}
