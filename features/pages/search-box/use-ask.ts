import { useNavigate } from 'react-router'
import { keepSearch } from './kept-searches.ts'
import { searchAddress } from './search-address.ts'

/** Leads to what one typed or chose oneself, and keeps it; the address of a search may be someone else's. */
export function useAsk(): (q: string) => void {
  const navigate = useNavigate()
  return (q) => {
    keepSearch(q)
    void navigate(searchAddress(q))
  }
}
