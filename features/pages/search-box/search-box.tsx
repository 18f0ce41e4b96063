import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchAddress } from './search-address.ts'
import styles from './search-box.module.css'

type Suggest = (props: { typed: string; onAsk: (q: string) => void }) => ReactNode

/**
 * One box for everything: a plain form until it is touched, then with suggestions. On a phone the bar at the foot
 * leads to the page instead.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [part, setPart] = useState<{ Suggest: Suggest; typed: string } | null>(null)
  const ask = (q: string) => void navigate(searchAddress(q))
  const bring = async () => {
    try {
      const { SearchSuggest } = await import('./search-suggest.tsx')
      const typed = form.current?.querySelector('input')?.value ?? ''
      setPart((now) => now ?? { Suggest: SearchSuggest, typed })
    } catch {
      // Offline: the form still works.
    }
  }
  return (
    <search className={styles.search}>
      <form
        ref={form}
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          ask(new FormData(event.currentTarget).get('q') as string)
        }}
      >
        {part ? (
          <part.Suggest typed={part.typed} onAsk={ask} />
        ) : (
          <input
            name="q"
            type="search"
            aria-label="Search"
            placeholder="Search"
            autoComplete="off"
            maxLength={100}
            className={styles.input}
            onFocus={() => void bring()}
          />
        )}
      </form>
    </search>
  )
}
