import type { Api } from '#platform/web/api/api.ts'

/**
 * Returns the page that an invitation's link leads to: the home page of its city. The code is in the fragment, which
 * only the browser sees. If the invitation has ended or doesn't exist, the link leads to the plain home page.
 */
export async function landingOf(code: string, api: Api): Promise<string> {
  const invitation = await api('GET /invitations/:code', { code }).catch(() => null)
  return invitation
    ? `/home?${new URLSearchParams({ city: invitation.cityName })}#via=${code}`
    : '/home'
}
