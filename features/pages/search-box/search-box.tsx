import { useNavigate } from 'react-router'
import { searchAddress } from './search-address.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-box.module.css'

/** One box for everything, on every page; on a phone the bar at the foot leads to the page of searches instead. */
export function SearchBox() {
  const navigate = useNavigate()
  const ask = (q: string) => void navigate(searchAddress(q))
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
