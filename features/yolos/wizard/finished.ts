import { redirect } from 'react-router'
import { shownPage } from '#platform/web/navigation/device-page.ts'
import { isInAddressBar } from '#platform/web/navigation/redirects.ts'
import { forgetUnsaved } from '#platform/web/unsaved.ts'
import { currentDraft } from './draft.ts'
import type { Step } from './steps.ts'

/** True from when Back has reached a finished favorite's step until a link or button opens a step again. */
let leaving = false

/**
 * Whether the history has led to a step of a favorite that is saved, so that nothing is left to do there. The steps
 * before it are left too, though meanwhile another favorite may have been begun.
 */
export function isLeftBehind(url: URL, step: Step): boolean {
  const isInHistory = isInAddressBar(url)
  leaving &&= isInHistory
  const shown = shownPage()
  // The first page of the document was opened by its address, and the page that is shown may be loaded again.
  if (shown === '' || (!leaving && shown === url.pathname + url.search)) return false
  const isLast = step === 'upload' || step === 'done'
  const isSaved = currentDraft().saved !== null
  // A step that a button opens begins another favorite.
  const isFinished = isInHistory && isSaved !== isLast
  leaving ||= isFinished
  return leaving
}

/** Goes on to the entry of the history before this one, or to the home page if there is none in this document. */
export function goOnBack(): Promise<never> {
  // Who had something unsaved was asked when they left, so they aren't asked for each entry once more.
  forgetUnsaved()
  // The router numbers its entries.
  const { idx } = (history.state ?? {}) as { idx?: number }
  if (!idx) throw redirect('/home')
  history.back()
  return new Promise<never>(() => {})
}
