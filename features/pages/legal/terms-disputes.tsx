import { Contact } from '../contact.tsx'
import type { Section } from './legal-page.tsx'

/** Who answers for what, and how disagreements are settled. */
export const disputes: readonly Section[] = [
  {
    id: 'warranty',
    title: 'No warranty',
    body: (
      <p>
        The site is free, and offered as it is and as available. As far as the law allows, we
        promise neither that it is always there or free of faults, nor that what members say is
        right, nor that you will like your dinner.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <p>
        As far as the law allows, we aren’t liable for indirect or consequential damage, lost
        profits or lost data, and for all claims together for no more than 100 US dollars. Nothing
        here limits what the law doesn’t let us limit, such as liability for fraud, for intent, or
        for injury to life and health. If someone claims against us because you broke these terms or
        the law, you make good what that reasonably costs us.
      </p>
    ),
  },
  {
    id: 'arbitration',
    title: 'Arbitration, and how to opt out of it',
    body: (
      <>
        <p>
          Write to us first: most things can be settled{' '}
          <Contact subject="Dispute">by e-mail</Contact>. If ours can’t be within 60 days, then you
          and we agree that it is decided by one neutral arbitrator in binding, individual
          arbitration under the consumer rules of the American Arbitration Association, not by a
          court or a jury. You may take part by telephone, in writing, or in the county where you
          live.
        </p>
        <ul>
          <li>
            <strong>You can opt out within 30 days</strong> of first agreeing to these terms: send
            us <Contact subject="Arbitration opt-out">an e-mail</Contact> with your name, your
            display name and the words “I opt out of arbitration”. It costs you nothing, and
            everything else here stays as it is.
          </li>
          <li>Either of us may go to a small claims court instead.</li>
          <li>Either of us may ask a court to stop misuse of rights to content or inventions.</li>
          <li>
            Claims are brought for oneself alone, not as part of a class or for others. Where this
            can’t be enforced, that claim goes to a court.
          </li>
        </ul>
        <p>
          This part doesn’t apply where the law of your country doesn’t allow it, as in the European
          Union for consumers.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Law, changes, and the rest',
    body: (
      <>
        <p>
          The law of the place where we are established applies, along with the consumer protection
          of the place where you live. If a part of these terms turns out not to hold, the others
          still do. That we don’t insist on something once doesn’t mean that we give it up.
        </p>
        <p>
          When we change these terms, the date at the top changes; when it matters, members are told
          by e-mail or on the site at least 30 days before. Whoever goes on using the site after
          that agrees to the new ones.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Write to us',
    body: (
      <p>
        Questions about these terms are welcome <Contact subject="Terms of use">by e-mail</Contact>.
      </p>
    ),
  },
]
