/**
 * Loads a list from the cursor in the address. An old link can contain a cursor that is no longer valid or after which
 * nothing is left. The list is then loaded from its beginning (`cursor` null), so that the link still works.
 */
export async function loadPageOrFirst<Cursor, Answer>(
  cursor: Cursor | null,
  load: (cursor: Cursor | null) => Promise<Answer>,
  isEmpty: (answer: Answer) => boolean,
): Promise<{ cursor: Cursor | null; answer: Answer }> {
  if (cursor !== null)
    try {
      const answer = await load(cursor)
      if (!isEmpty(answer)) return { cursor, answer }
    } catch (error) {
      if ((error as { status?: unknown }).status !== 400) throw error
    }
  return { cursor: null, answer: await load(null) }
}
