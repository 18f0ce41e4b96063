import { ApiError } from '#platform/web/api.ts'
import { session } from '#platform/web/session.ts'

/** Fetched with the bearer token, which no link could carry. */
export async function download(contestId: number): Promise<void> {
  const headers = { authorization: `Bearer ${session().token}` }
  const answer = await fetch(`/api/contests/${contestId}/export`, { headers }).catch(() => null)
  if (!answer?.ok)
    throw new ApiError(
      answer?.status ?? 0,
      'broken',
      'The entries could not be fetched. Please try again.',
    )
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  Object.assign(link, { href: address, download: `contest-${contestId}.csv` }).click()
  URL.revokeObjectURL(address)
}
