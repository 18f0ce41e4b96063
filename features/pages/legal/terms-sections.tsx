import { Link } from '#platform/web/link.tsx'
import { Contact } from '../contact.tsx'
import type { Section } from './legal-page.tsx'
import { disputes } from './terms-disputes.tsx'

/** Every point that terms of use of such a site need, true of this one. */
export const terms: readonly Section[] = [
  {
    id: 'agreement',
    title: 'What this is',
    body: (
      <>
        <p>
          These terms are an agreement between you and whoever runs this site (“we”, “us”). They go
          for everything under this address: looking around, having an account, saving favorites
          (“yolos”), upvoting, following, uploading photos and taking part in contests.
        </p>
        <p>
          Our <Link to="/policy">privacy policy</Link> says what we do with your data.{' '}
          <Link to="/contest_disclaimer_and_conditions">Contests</Link> have conditions of their
          own.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'How old you must be',
    body: (
      <>
        <p>
          You must be at least 13 years old. When you join, we ask for the month and year of your
          birth; we refuse to open an account for anyone under 13, and keep only that the question
          was answered, not the date.
        </p>
        <p>
          If you are under 18, please read these terms with a parent or guardian: they agree to them
          for you. If you are under 16 and live in California, the law asks us for more before we
          could sell your personal information; we sell nobody’s, see{' '}
          <Link to="/policy#california">California rights</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>
          Anyone may look. To save, upvote, follow or report, you need an account, with an e-mail
          address that is yours and that you confirm.
        </li>
        <li>One person, one account. Don’t lend yours, and keep its password to yourself.</li>
        <li>
          Your display name is public and can be changed once a year. Don’t pose as someone else.
        </li>
        <li>
          Tell us <Contact subject="My account">by e-mail</Contact> if you think that someone else
          got in.
        </li>
      </ul>
    ),
  },
  {
    id: 'acceptable-use',
    title: 'Acceptable use',
    body: (
      <>
        <p>Say what you really think of dishes that you really ate. Please don’t:</p>
        <ul>
          <li>save, upvote or report for money, for favors, or for a restaurant that is yours;</li>
          <li>vote with several accounts, or have a program do it;</li>
          <li>
            post what is unlawful, hateful, threatening, sexual, misleading or an advertisement, or
            what shows people who didn’t agree to be shown;
          </li>
          <li>post texts or photos that belong to someone else without being allowed to;</li>
          <li>report a dish as gone or a restaurant as closed when you know that it isn’t so;</li>
          <li>collect what others posted in bulk, or find out who is behind a display name;</li>
          <li>
            break in, look for a way around limits and permissions, spread malware, or overload the
            site.
          </li>
        </ul>
        <p>
          If you found a weakness, tell us <Contact subject="Security">by e-mail</Contact> first.
          We’ll be grateful.
        </p>
      </>
    ),
  },
  {
    id: 'your-content',
    title: 'What you post stays yours',
    body: (
      <>
        <p>
          Your texts, photos and your page remain yours. For the site to show them, you give us a
          license to your content: worldwide, without a fee, not exclusive, for as long as it is
          here, to store, show, resize, translate and pass it on as part of Yolo, and in pictures
          and previews of our pages where people share them.
        </p>
        <p>
          The license ends when you delete the content or your account. What was shared elsewhere by
          others, and backups that are overwritten in time, may last a little longer. Upvotes count
          until you take them back, your account is deleted, or they are{' '}
          <Link to="/faq#held-back">set aside</Link>.
        </p>
        <p>
          You say that you have the rights to what you post. We may remove what breaks these terms,
          and correct or remove dishes and restaurants that are wrong, gone or listed twice.
        </p>
      </>
    ),
  },
  {
    id: 'copyright',
    title: 'When something here is yours',
    body: (
      <p>
        If something here uses your work without your leave,{' '}
        <Contact subject="Copyright">write to us</Contact>: say what is yours, where it stands here,
        how we can reach you, that you believe in good faith that the use isn’t allowed, and that
        what you say is right. We remove it when it is so, tell whoever posted it, and close
        accounts that do it again.
      </p>
    ),
  },
  {
    id: 'our-content',
    title: 'What is ours, and others’',
    body: (
      <p>
        The site itself, its name, drawings and program belong to us or to those who gave us leave.
        Cities come from GeoNames (CC BY 4.0), restaurants partly from OpenStreetMap’s contributors
        (ODbL) and the Overture Maps Foundation, under their licenses, and partly from members.
        Links lead to sites of others, for which we don’t answer.
      </p>
    ),
  },
  {
    id: 'ranks',
    title: 'Ranks are opinions',
    body: (
      <p>
        A dish stands where its members’ favorites and upvotes put it. Ranks, hours, prices,
        addresses and what is in a dish can be wrong or out of date. In particular, never rely on
        the site for allergies, diets or health: ask the restaurant.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Disabling, deleting, ending',
    body: (
      <>
        <p>
          You can leave whenever you like. On <Link to="/account">your account page</Link> you can
          disable your account (your page and favorites are hidden until you come back) or delete it
          (your favorites, photos, upvotes, follows and reports go with it).
        </p>
        <p>
          We may limit or close an account that breaks these terms, or stop offering the site or
          parts of it. Where we fairly can, we tell you first and let you take your data with you.
        </p>
      </>
    ),
  },
  ...disputes,
]
