import { useSyncExternalStore } from 'react'
import { readerLocaleOf } from '../text/reader-locale.ts'

const never = () => () => {}
let known: string | undefined

/** Returns the locale for dates and times, only in the browser. */
export const readerLocale = () => (known ??= readerLocaleOf(navigator.languages))

/** The same for what the server draws too: during hydration it is the server's. */
export const useReaderLocale = () => useSyncExternalStore(never, readerLocale, () => 'en')
