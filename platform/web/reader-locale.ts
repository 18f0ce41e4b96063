import { readerLocaleOf } from '../text/reader-locale.ts'
import { useHydrated } from './hydrated.tsx'

let known: string | undefined

/** Returns the locale for dates and times. Works only in the browser. */
export const readerLocale = () => (known ??= readerLocaleOf(navigator.languages))

/** Like `readerLocale`, for components that the server renders too. On the server and during hydration it is 'en'. */
export const useReaderLocale = () => (useHydrated() ? readerLocale() : 'en')
