import Store from 'lucide-react/icons/store'
import type { Output } from '#platform/contract/wire.ts'
import { plural } from '#platform/text/plural.ts'
import { LazyCombobox } from '#platform/web/ui/form/lazy-combobox.tsx'
import { useLoad } from '#platform/web/use-load.ts'
import css from './merge.module.css'

type Found = Output<'GET /admin/merge/restaurants'>[number]
type Props = { label: string; onChoose: (restaurant: Found) => void }

/** By its name, its name and city, or its number. */
export function FindRestaurant({ label, onChoose }: Props) {
  const { load } = useLoad('GET /admin/merge/restaurants')
  return (
    <div className={css.find}>
      <LazyCombobox<Found>
        label={label}
        hint="Its name, “name, city”, or # and its number."
        icon={<Store />}
        load={(q) => load({ q })}
        itemToString={({ name }) => name}
        itemToKey={({ id }) => id}
        renderItem={(one) => (
          <>
            {one.name}
            <small>
              {one.address} · {one.cityLabel} · {plural(one.itemCount, 'dish', 'dishes')},{' '}
              {plural(one.yoloCount, 'yolo')} · #{one.id}
            </small>
          </>
        )}
        emptyText="No restaurant begins so."
        onSelect={(one) => one && onChoose(one)}
      />
    </div>
  )
}
