import { useNavigate, useSearchParams } from 'react-router'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { Comparison } from './comparison.tsx'
import { FindRestaurant, MergeCandidates } from './of-restaurant.tsx'
import admin from '#features/admin/frame/admin.module.css'
import css from './merge.module.css'
import { RecentMerges } from './recent-merges.tsx'
import { readMergeParams, findDuplicatesPath } from '#features/admin/links/merge.ts'

export const handle: Handle = { title: 'Merge', browserOnly: true }

export const Component = () => (
  <AdminPage>
    <Merge />
  </AdminPage>
)

function Merge() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pair, restaurant, dish } = readMergeParams(search)
  if (pair) return <Comparison pair={pair} />
  return (
    <>
      {restaurant ? (
        <MergeCandidates key={restaurant} id={restaurant} dish={dish} />
      ) : (
        <>
          <h1 className={css.title}>Merge</h1>
          <p className={admin.hint}>
            Two restaurants that are one, or two dishes of a restaurant. Begin with the restaurant.
          </p>
          <FindRestaurant
            label="Restaurant"
            onChoose={({ id }) => void navigate(findDuplicatesPath(id))}
          />
        </>
      )}
      <RecentMerges />
    </>
  )
}
