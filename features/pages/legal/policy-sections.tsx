import { use } from 'react'
import { SiteContext } from '#platform/web/head.tsx'
import { Link } from '#platform/web/link.tsx'
import { Contact } from '../contact.tsx'
import type { Section } from './legal-page.tsx'
import { rights } from './policy-rights.tsx'

function LookedUp() {
  const { suggestedBy } = use(SiteContext)
  return suggestedBy
    ? `What you type to find a city or a restaurant goes from our server to ${suggestedBy}, without your name or address.`
    : 'Cities and restaurants are looked up on our own server.'
}

function TalksTo() {
  const { mapHosts } = use(SiteContext)
  if (mapHosts.length === 0) return 'Your browser talks to nobody but us.'
  const hosts = new Intl.ListFormat('en').format(mapHosts)
  return `Your browser talks to nobody but us, with one exception: where a page shows a map, it fetches the map’s ground from ${hosts}, who learn your internet address and which part of the map you look at, and nothing else of you.`
}

/** What is known, why, and who sees it: true of this product. */
export const policy: readonly Section[] = [
  {
    id: 'short',
    title: 'In short',
    body: (
      <ul>
        <li>Looking around needs no account, and we don’t follow you while you do.</li>
        <li>
          Your display name, bio, favorites, photos and upvote counts are public. Your e-mail
          address, your password and where you are aren’t.
        </li>
        <li>We don’t sell personal information, to anybody, and never have.</li>
        <li>
          You can see, take along, correct, hide or delete what we have about you, by yourself.
        </li>
      </ul>
    ),
  },
  {
    id: 'what',
    title: 'What we collect',
    body: (
      <>
        <h3>What you give us</h3>
        <ul>
          <li>
            Your account: display name, e-mail address, password (kept as a hash that can’t be
            turned back), first and last name and bio if you enter them, and who invited you. The
            month and year of birth are looked at once and not kept.
          </li>
          <li>
            If you sign in with Apple: the id that Apple gives you for this site, and the name and
            e-mail address (or relay address) that you choose to share.
          </li>
          <li>
            What you do here: favorites with their words, tags and photos; upvotes, follows, blocks,
            reports, shares, restaurants that you add, contest entries, settings.
          </li>
        </ul>
        <h3>Where you are</h3>
        <ul>
          <li>
            The city that you choose. It stays in your browser; if you are logged in, it is saved
            with your account too, so that we can tell you of new favorites around there.
          </li>
          <li>
            Your position, only when you tap ‘near me’ and your browser agrees. It is rounded to
            about 110 meters before it leaves your device, used to answer, and not kept.
          </li>
          <li>
            Photos are re-encoded when they arrive: place, time, device and all else that a camera
            writes into them are thrown away.
          </li>
        </ul>
        <h3>What arrives by itself</h3>
        <ul>
          <li>
            Your network address, to hold off floods and guessing of passwords; counters under it
            are gone within days.
          </li>
          <li>
            When you sign up or vote, from which network (not which address), as a hash under a key
            that changes each month: so that many accounts of one person can be told from many
            people.
          </li>
          <li>
            With each log-in, when it began and was last used and what the browser calls itself, so
            that sessions can be ended.
          </li>
          <li>
            If your votes are set aside: since when and why, and what you answered. Only you and the
            few people who run this site see it.
          </li>
          <li>
            A log of what went wrong, without what you typed, without your address lines and without
            secrets.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <ul>
        <li>To show the site: ranks, pages, notices, and the marks on what you upvoted.</li>
        <li>
          To send mail that belongs to your account: confirming an address, a new password, notices
          about security. Letters about what is going on near you only if you agreed to them.
        </li>
        <li>To keep votes honest, hold off misuse, and run contests that you entered.</li>
        <li>To find and mend faults.</li>
      </ul>
    ),
  },
  {
    id: 'who',
    title: 'Who sees it',
    body: (
      <>
        <p>
          Everyone sees what is public, search engines included. Besides: the few people who run
          this site, as far as their work needs it; those who run machines or deliver mail for us,
          under contract and only on our orders; Apple, when you sign in with Apple; and whoever the
          law makes us tell. If the site ever changes hands, it changes hands with these promises.
        </p>
        <p>
          <LookedUp /> Initials and pictures are drawn on our own server. <TalksTo />
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: (
      <p>
        We set no cookies for following you and need no banner. Your session, the chosen city and
        distance, light or dark, whether a map stands beside lists, and a favorite that you are just
        adding are kept in your browser’s storage. Signing in with Apple sets one cookie for the
        minutes that it takes.
      </p>
    ),
  },
  {
    id: 'no-sale',
    title: 'No sale of personal information',
    body: (
      <p>
        We don’t sell personal information, don’t share it for advertising across sites, and show no
        advertisements. That goes for everyone, and so for anyone under 16 as well. Should that ever
        change, it would need your consent first (for someone under 16 their own; for someone under
        13, who can’t have an account here, a parent’s), and this page would say so.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>
          What you posted, and your account: until you delete it. Deleting the account takes your
          favorites, photos, upvotes, follows and reports with it.
        </li>
        <li>Sessions: 30 days at most, or 14 days without use. Links in mails: hours.</li>
        <li>Hashes of networks: 90 days. They are in no backup.</li>
        <li>
          A record of what administrators did, because it must be possible to check them; backups
          until they are overwritten.
        </li>
      </ul>
    ),
  },
  {
    id: 'yours',
    title: 'Your choices: see, take along, disable, delete',
    body: (
      <>
        <p>
          On <Link to="/account">your account page</Link> you can change your name and e-mail
          address, download everything we have about you, <strong>disable your account</strong> (it
          is hidden until you return), or delete it for good. On{' '}
          <Link to="/settings">the settings page</Link> you choose what we tell you about.
        </p>
        <p>
          If you can’t get in, <Contact subject="My data">write to us</Contact> from the address of
          the account.
        </p>
      </>
    ),
  },
  ...rights,
]
