import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/** The address of a page, with its token, in the newest mail to someone that names it. */
export async function linkIn(screen: string, email: string): Promise<string> {
  let link = ''
  await expect.poll(async () => (link = (await linksIn(screen, email)).at(-1) ?? '')).not.toBe('')
  return link
}

/** All of them, oldest first: those of an earlier try too. */
export async function linksIn(screen: string, email: string): Promise<string[]> {
  const folder = join(process.env.E2E_STATE_DIR ?? '', 'mail')
  const pattern = new RegExp(`\\S+/${screen}\\?token=[\\w-]+`)
  const names = await readdir(folder).catch((): string[] => [])
  const links: string[] = []
  // What is still being written has another name.
  for (const name of names.filter((one) => one.endsWith('.eml')).sort()) {
    const text = await readFile(join(folder, name), 'utf8')
    const link = text.includes(`To: ${email}`) && pattern.exec(text)?.[0]
    if (link) links.push(link)
  }
  return links
}

/** Someone who joins by the screens, reads their mail, and acts in another tab. */
export class Newcomer {
  readonly key = Math.random().toString(36).slice(2, 10)
  readonly email = `newcomer.${this.key}@example.com`

  /** From the start page of joining. */
  async fillIn(page: Page, year = '1990') {
    await page.getByLabel('Display username').fill(`Newcomer ${this.key}`)
    await page.getByLabel('E-mail').fill(this.email)
    await page.getByLabel('Password', { exact: true }).fill('three ripe tomatoes')
    await page.getByLabel('Confirm password').fill('three ripe tomatoes')
    await page.getByLabel('Month').selectOption('May')
    await page.getByLabel('Year').fill(year)
    await page.getByRole('button', { name: 'New Members - Join' }).click()
  }

  async join(page: Page) {
    await page.goto('/signup')
    await this.fillIn(page)
    await expect(page).toHaveURL('/home')
  }

  /** The address in the mail that joining sent. */
  verifyLink = () => linkIn('verification-success', this.email)
  resetLink = () => linkIn('reset-password', this.email)

  /** Saves by the call, as another tab would, at the restaurant of the journeys. */
  async save(page: Page, { category, name }: { category: number; name: string }) {
    const status = await page.evaluate(
      async ([categoryId, itemName]) => {
        const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string }
        const answer = await fetch('/api/yolos', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify({ placeId: 'demo:lucy-gus', categoryId, itemName }),
        })
        return answer.status
      },
      [category, name] as const,
    )
    expect(status).toBe(200)
  }
}
