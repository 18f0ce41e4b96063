import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

/**
 * Waits for a mail to `email` with a link to `screen`. Returns the link, including its token, from the newest such
 * mail.
 */
export async function linkIn(screen: string, email: string): Promise<string> {
  let link = ''
  await expect.poll(async () => (link = (await linksIn(screen, email)).at(-1) ?? '')).not.toBe('')
  return link
}

/** Returns the links to `screen` in all mails to `email`, oldest first. They may include mails from a failed run. */
export async function linksIn(screen: string, email: string): Promise<string[]> {
  const folder = join(process.env.E2E_STATE_DIR ?? '', 'mail')
  const pattern = new RegExp(`\\S+/${screen}\\?\\S*token=[\\w-]+`)
  const names = await readdir(folder).catch((): string[] => [])
  const links: string[] = []
  // The name of a mail that is still being written begins with a dot.
  for (const name of names.filter((file) => /^[^.].*\.eml$/.test(file)).sort()) {
    const text = await readFile(join(folder, name), 'utf8')
    const link = text.includes(`To: ${email}`) && pattern.exec(text)?.[0]
    if (link) links.push(link)
  }
  return links
}

/** A new member who joins on the screens and reads their mail. */
export class Newcomer {
  readonly key = Math.random().toString(36).slice(2, 10)
  readonly email = `newcomer.${this.key}@example.com`

  /** Fills in the form on /signup and submits it. */
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

  /** Returns the link in the mail that was sent on joining. */
  verifyLink = () => linkIn('verification-success', this.email)
  resetLink = () => linkIn('reset-password', this.email)

  /** Saves a favorite through the API, as another tab would, at the restaurant that all tests use. */
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
