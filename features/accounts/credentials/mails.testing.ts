import type { TestApp } from '#platform/testing/app.ts'

/** Finds mails that a test server has written, by recipient and subject. */
export function mailFinder(app: TestApp) {
  const isMail = (email: string, subject: string) => (text: string) =>
    text.includes(`To: ${email}`) && text.includes(`Subject: ${subject}`)
  return {
    mailsTo: async (email: string, subject: string) =>
      (await app.mails()).filter(isMail(email, subject)),
    /** Waits for the mail. */
    mailTo: (email: string, subject: string) => app.mail(isMail(email, subject)),
  }
}

/** Returns the token of the link in a mail. */
export const tokenIn = (mail: string) => /[?&]token=([\w-]+)/.exec(mail)![1]!
