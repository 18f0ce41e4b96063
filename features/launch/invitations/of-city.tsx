import { refetchLists } from '#features/admin/table/use-list-pages.ts'
import { api } from '#platform/web/api/api.ts'
import { useForm } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from '../launch.module.css'
import { InvitationTable } from './invitation-table.tsx'

/** The invitations of a city, and a form for another one. */
export function InvitationsOfCity({ city }: { city: { name: string; slug: string } }) {
  return (
    <section aria-labelledby="invitations" className={css.apart}>
      <Stack gap={4}>
        <h2 id="invitations">Invitations</h2>
        <p className={css.lead}>
          A link that leads to {city.name}, for flyers, windows or posts. Of each is counted how
          many opened it, joined and saved a first favorite, and not who.
        </p>
        <MakeInvitation citySlug={city.slug} />
        <InvitationTable citySlug={city.slug} empty="No invitations yet." />
      </Stack>
    </section>
  )
}

const names = ['campaign'] as const

function MakeInvitation({ citySlug }: { citySlug: string }) {
  const toast = useToast()
  const form = useForm({
    names,
    check: ({ campaign }) => (campaign.trim() ? {} : { campaign: 'Please name the campaign.' }),
    async send({ campaign }) {
      await api('POST /admin/invitations', { citySlug, campaign })
      toast({ text: `The link of “${campaign.trim()}” is made.` })
      await refetchLists()
    },
  })
  return (
    <form {...form.form}>
      <Banner tone="bad">{form.error?.message}</Banner>
      <div className={css.form}>
        <Field
          {...form.field('campaign')}
          label="Campaign"
          hint="What tells this link from others: “Window stickers, May”."
          maxLength={80}
          autoComplete="off"
        />
        <Button type="submit" busy={form.busy}>
          Make a link
        </Button>
      </div>
    </form>
  )
}
