import { SearchField } from './search-field.tsx'
import { useOpenSearch } from './searches.ts'
import styles from './search-box.module.css'

/** One search box for everything, on every page. On a phone, the bottom bar links to the search page instead. */
export function SearchBox() {
  const ask = useOpenSearch()
  return (
    <search className={styles.search}>
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          ask(new FormData(event.currentTarget).get('q') as string)
        }}
      >
        <SearchField label="Search" placeholder="Search" className={styles.input} onAsk={ask} />
      </form>
    </search>
  )
}
