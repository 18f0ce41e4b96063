import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'

// Excludes white space, quotes, commas and brackets, with which a text could mean more than one address. The flag `i`
// would also allow the Kelvin sign, which becomes a k when it is lower-cased, so that it would take another's address.
const address =
  /^[A-Za-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@([^\s@,;:<>()[\]\\"/?#%]{1,250}\.[^\s@,;:<>()[\]\\"/?#%]{2,})$/u

// Labels have 1 to 63 letters, digits and inner hyphens, and the last one starts with a letter.
const isDomain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/

const maxEmailLength = 254

/** An e-mail address as it is stored. An international domain is converted to its ASCII form. */
export const email = z
  .string()
  .max(320)
  .meta({ maxLength: maxEmailLength })
  .transform((text, context) => {
    const trimmed = withoutInvisibleCharacters(text).trim()
    const domain = domainToASCII(address.exec(trimmed)?.[1] ?? '')
    const whole = `${trimmed.slice(0, trimmed.lastIndexOf('@'))}@${domain}`
    if (isDomain.test(domain) && whole.length <= maxEmailLength) return whole
    context.addIssue({ code: 'custom', message: 'This doesn’t look like an e-mail address.' })
    return z.NEVER
  })

/**
 * Returns what identifies the mailbox of an address, as it is stored or typed: lower case, without what follows a `+`, at
 * Gmail without dots. The column `users.email_key` has the same rule, and is unique.
 */
export function emailKey(address: string): string {
  const lowered = (email.safeParse(address).data ?? address.trim()).toLowerCase()
  const [local = '', host = ''] = lowered.split('@')
  const name = local.split('+')[0]!
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`
}
