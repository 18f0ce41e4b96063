/** A page that the server kept for visitors, with all that it waits for, is no older than this. */
const moment = 5_000

/** Notes that this tab's member changed something. */
export function noteAct(): void {
  try {
    sessionStorage.setItem('actedAt', String(Date.now()))
  } catch {
    // Storage is forbidden here: the page shows it a moment later.
  }
}

/** One's own act shows at once: a page that was drawn before it is asked for again. */
export function hasJustActed(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem('actedAt')) < moment
  } catch {
    return false
  }
}
