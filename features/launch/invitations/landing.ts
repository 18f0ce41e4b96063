import type { Api } from '#platform/web/api/api.ts'
import { codeLetters } from './code.ts'

const noLetters = new RegExp(`[^${codeLetters}]`, 'g')

/**
 * Returns the page that an invitation's link leads to: the home page of its city. The code is in the fragment, which
 * only the browser sees. If the invitation has ended or doesn't exist, the link leads to the plain home page.
 * What was copied with the link, such as a full stop, is left out of the code.
 */
export async function landingOf(via: string, api: Api): Promise<string> {
  const code = via.replace(noLetters, '')
  const invitation = await api('GET /invitations/:code', { code }).catch(() => null)
  return invitation
    ? `/home?${new URLSearchParams({ city: invitation.cityName })}#via=${code}`
    : '/home'
}
