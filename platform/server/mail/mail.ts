import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SMTPError } from 'nodemailer/lib/smtp-connection'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'

export type Mail = {
  /** Kind of mail ('verify', 'reset' …), which is part of the file name if mails are written to files. */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Link that the reader should open. It is printed to the console if mails are written to files. */
  link?: string
  /** URL to which mail programs send a POST to end mails like this one (RFC 8058). */
  unsubscribeLink?: string
  /** Address to which an answer goes, if it isn't the sender's. */
  replyTo?: string
}

/** `send` also resolves if the mail server says that the address doesn't exist, because trying again is of no use. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): void }

/** Sends mails by SMTP if MAIL_URL is set, otherwise writes them to files in the state directory. */
export const mailer = (settings: Settings, log: Logger): Mailer =>
  settings.mailUrl ? bySmtp(settings.mailUrl, settings, log) : asFiles(settings, log)

function bySmtp(url: string, { mailFrom, origin }: Settings, log: Logger): Mailer {
  // A silent server times out and the mail is retried later (docs/safety.md, F6). One that is only slow, because it makes
  // spammers wait for its greeting or checks a mail before it answers, would get the same mail each time.
  const patience = { connectionTimeout: 30_000, socketTimeout: 120_000 }
  const name = new URL(origin).hostname
  const transport = createTransport({ url, name, pool: true, maxConnections: 2, ...patience })
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, mailFrom))
      } catch (error) {
        const failure = withoutAddress(error as SMTPError)
        if (!doesNotExist(error as SMTPError)) throw failure
        log.warn(
          { kind: mail.kind, err: failure.message },
          'a mail was dropped: its address doesn’t exist',
        )
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Returns an error that only tells the codes of a mail server's answer. Its words often hold the address, which must not
 * get into the log or stay with the job (docs/safety.md, S33).
 */
function withoutAddress(error: SMTPError): Error {
  const { code, command, response } = error
  const answer = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')
  if (!answer) return error
  return new Error(`The mail server answered ${answer[0]} to ${command} (${code}).`)
}

/**
 * Returns whether a mail server says that an address doesn't exist (RFC 3463: 5.1.1 to 5.1.6, 5.1.10 and 5.2.1). Any
 * other refusal might be due to the settings here, even a permanent one, so these mails are tried again.
 */
const doesNotExist = ({ command, response = '' }: SMTPError) =>
  command === 'RCPT TO' && /^5\d\d[ -]5\.(?:1\.(?:[1-6]|10)|2\.1)\b/.test(response)

function asFiles({ stateDir, mailFrom }: Settings, log: Logger): Mailer {
  const folder = join(stateDir, 'mail')
  return {
    async send(mail) {
      const raw = await new MailComposer(message(mail, mailFrom)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${mail.kind}-${randomUUID().slice(0, 8)}.eml`
      // Renamed once complete, because tests and people look into the folder.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, raw, { mode: 0o600, flush: true })
      await rename(unfinished, join(folder, name))
      // The link goes to the console, because a log must never contain a token (docs/safety.md, S33).
      if (mail.link && log.isLevelEnabled('info'))
        console.log(`Mail to ${mail.to} (${name}): ${mail.link}`)
    },
    close: () => {},
  }
}

function message({ to, subject, text, html, unsubscribeLink, replyTo }: Mail, from: string) {
  return {
    from,
    ...(replyTo && { replyTo }),
    // Nodemailer doesn't parse an address given as an object, so the text can't add a second address.
    to: { name: '', address: oneLine(to) },
    subject: oneLine(subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeLink && {
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    alternatives: [part('text/plain', text), part('text/html', html)],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

/** Maximum number of octets of a line in a mail (RFC 5321 4.5.3.1.6). Servers refuse longer ones, or fold them. */
const longestLine = 998

/**
 * Returns a MIME part without quoted-printable encoding, so that a link stays on one line in the file. Only a part with
 * a line that is too long is encoded.
 */
function part(type: string, content: string) {
  const lines = content.replaceAll(/\r?\n/g, '\r\n')
  const isTooLong = lines.split('\r\n').some((line) => Buffer.byteLength(line) > longestLine)
  const plain = /^\p{ASCII}*$/u.test(lines) ? '7bit' : '8bit'
  const body = isTooLong
    ? Buffer.from(lines).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    : lines
  const encoding = isTooLong ? 'base64' : plain
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`
  return { contentType: type, raw: `${head}\r\n\r\n${body}` }
}
