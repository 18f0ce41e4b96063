import { redirect } from 'react-router'
import { queryText } from '../navigation/query-keys.ts'

/**
 * Loads the page of a list that the address asks for. An old link can contain a cursor that is no longer valid or after
 * which nothing is left. It then redirects to the beginning of the list, so that the link still works and the server
 * doesn't render and cache the beginning once more for every such cursor.
 */
export async function loadPageOrFirst<Cursor, Answer>(
  { url, keys }: { url: URL; keys: string[] },
  cursor: Cursor | null,
  load: (cursor: Cursor | null) => Promise<Answer>,
  isEmpty: (answer: Answer) => boolean,
): Promise<Answer> {
  if (cursor === null) return load(null)
  try {
    const answer = await load(cursor)
    if (!isEmpty(answer)) return answer
  } catch (error) {
    if ((error as { status?: unknown }).status !== 400) throw error
  }
  throw redirectWithout(url, keys)
}

/** Returns a redirect to the address without these keys. */
function redirectWithout({ pathname, searchParams }: URL, keys: string[]): Response {
  const query = new URLSearchParams(searchParams)
  for (const key of keys) query.delete(key)
  return redirect(pathname + queryText(query))
}
