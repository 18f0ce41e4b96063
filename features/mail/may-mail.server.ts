import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'

type Asked = {
  /** The key of the address that the mail goes to. */
  email: string
  /**
   * Why it is sent: an account at this address asks for it, or one that is to have this new address, somebody typed the
   * address to choose a new password, or to do something else. Mails to 'proven' addresses are never kept back, and
   * counted only so that they take the same time.
   */
  by: 'own' | 'new' | 'reset' | 'others' | 'proven'
  /** The account that the mail is for. */
  member?: number | undefined
  /** The account that asks to have the address, also where the mail is for the one that has it. */
  asker?: number | undefined
  /** Where the request came from. */
  ip: string | undefined
  /** True if `spendLink` has counted the mail for the network. */
  isCounted?: boolean | undefined
}

/**
 * Counts a link that a member asks for, for them and for their network. Throws if that is one too many, which tells
 * only how often they, and others of their network, asked.
 */
export const spendLink = (
  { limits }: Services,
  { kind, member, ip }: { kind: 'verify' | 'change-email'; member: number; ip: string },
): Promise<void> =>
  limits.spendNamed({
    ...(kind === 'verify' && { 'resend-verification': { member } }),
    'links-asked': { member },
    'mail-unproven': { ip },
    'mail-unproven-later': { ip },
  })

/**
 * Returns whether one more mail may be sent to an address that someone else might have typed, and counts it if so. The
 * number is limited, so that nobody can pester the owner, without keeping back what the owner asks for, and so that no
 * network has mails sent to many invented addresses. The caller must not reveal the result, because it depends on whose
 * address it is (docs/safety.md, S7).
 */
export async function spendMailBudget(
  { limits }: Services,
  { email, by, member, asker, ip, isCounted = false }: Asked,
): Promise<boolean> {
  const mailbox = mailboxOf(email)
  // Strangers can join with any number of other spellings, such as `box+1@`, but the plain one has a single account.
  const isRespelled = by === 'own' && email !== mailbox
  const budget = isRespelled ? 'mail-respelled' : (`mail-${by}` as const)
  try {
    await limits.spendNamed({
      ...(isRespelled && member && { 'mail-respelled-account': { member } }),
      ...(asker && { 'mail-new-account': { email: mailbox, member: asker } }),
      [budget]: { email: mailbox },
      ...(ip && { [`${budget}-network`]: { email: mailbox, ip } }),
      ...(ip && !isCounted && budgetsOfNetwork(by, ip)),
    })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** By what a network's mail is counted. Of those that `spendLink` hasn't counted, an account's own is its first one. */
const budgetsOfNetwork = (by: Asked['by'], ip: string) => {
  const all = by === 'proven' ? 'mail-proven-day' : 'mail-unproven'
  return {
    [all]: { ip },
    ...(by !== 'own' && { [`${all}-later`]: { ip } }),
  }
}

type Provider = {
  /** Its domains. */
  hosts: RegExp
  /** The domain that stands for all of them. Without it each has mailboxes of its own. */
  host?: string
  /** The name by which it delivers. `host` is the address's. */
  read?: (name: string, host: string) => string
}

/** Providers that deliver several spellings to one mailbox. */
const providers: Provider[] = [
  {
    hosts: /^(gmail|googlemail)\.com$/,
    host: 'gmail.com',
    read: (name) => name.replaceAll('.', ''),
  },
  {
    hosts: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/,
    host: 'proton.me',
    read: (name) => name.replace(/[._-]/g, ''),
  },
  { hosts: /^(icloud|me|mac)\.com$/, host: 'icloud.com' },
  {
    hosts: /^(yandex\.(ru|com|by|kz|ua)|ya\.ru|narod\.ru)$/,
    host: 'yandex.ru',
    read: (name) => name.replaceAll('.', '-'),
  },
  // Anything at a subdomain with a member's name is theirs.
  {
    hosts: /^[^.]+\.fastmail\.com$/,
    host: 'fastmail.com',
    read: (_name, host) => host.split('.')[0]!,
  },
  // Only disposable addresses have a hyphen there, and what stands before it is one member's.
  {
    hosts: /^(yahoo\.(com|ca|co\.uk|de|es|fr|in|it)|ymail\.com|rocketmail\.com)$/,
    read: (name) => name.replace(/-.*/, ''),
  },
]

/**
 * Returns the address without what follows a `+`, because most providers deliver all such addresses to one mailbox, and
 * one spelling of those that a large provider delivers to one. Keep in sync with mailbox_of()
 * in features/accounts/sign-up/mailboxes.sql.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, host] = [email.slice(0, at).replace(/\+.*/, ''), email.slice(at + 1).toLowerCase()]
  const known = providers.find(({ hosts }) => hosts.test(host))
  return `${known?.read?.(name, host) ?? name}@${known?.host ?? host}`
}
