import { Contact } from '../contact.tsx'
import type { Section } from './legal-page.tsx'

/** Rights that the law gives, by where one lives and how old one is. */
export const rights: readonly Section[] = [
  {
    id: 'california',
    title: 'California rights',
    body: (
      <>
        <p>If you live in California, you have the right to:</p>
        <ul>
          <li>
            know which personal information we collect, where it comes from, what we use it for and
            to whom we disclose it: this page says so, and the download on your account page holds
            yours;
          </li>
          <li>have it corrected, and have it deleted;</li>
          <li>
            opt out of its sale or sharing: there is none, so there is nothing to opt out of, and no
            ‘Do Not Sell’ button is needed; for anyone under 16 a sale would need consent first;
          </li>
          <li>limit the use of sensitive information: we use it only to run your account;</li>
          <li>not be treated worse for using these rights.</li>
        </ul>
        <p>
          In the past twelve months we collected what stands under ‘What we collect’ (identifiers,
          content, activity on this site, the city chosen), disclosed it only to those named under
          ‘Who sees it’, and sold none. Ask <Contact subject="California rights">by e-mail</Contact>
          , yourself or through someone whom you authorize; we make sure that it is you by the
          address of your account, and answer within 45 days. Under “Shine the Light” you may ask
          what was given to others for their marketing: nothing.
        </p>
      </>
    ),
  },
  {
    id: 'elsewhere',
    title: 'Rights elsewhere',
    body: (
      <p>
        The laws of many other places, the European Union, the United Kingdom and several US states
        among them, give rights to access, correction, deletion, portability and objection. We give
        them to everybody. We rely on our agreement with you to run your account, on our interest in
        a safe and honest site, and on your consent where we ask for it, which you can take back.
        You may complain to the authority where you live.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The site isn’t for children under 13, and we don’t knowingly collect anything about them. If
        you think that a child has an account,{' '}
        <Contact subject="A child’s account">tell us</Contact> and we delete it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How it is kept safe',
    body: (
      <p>
        Passwords are hashed with argon2id, session keys are kept only as hashes, pages run no
        program but ours, and what administrators change is written down. No site is safe beyond
        doubt; if yours or others’ data were ever in danger, we would tell you and the authorities
        as the law asks.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes, and questions',
    body: (
      <p>
        When this policy changes in what matters, members are told before it does. Questions and
        requests reach us <Contact subject="Privacy">by e-mail</Contact>.
      </p>
    ),
  },
]
