import MapPin from 'virtual:icons/map-pin'
import Search from 'virtual:icons/search'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { EmailField, Field, SelectField } from '#platform/web/ui/form/field.tsx'
import { LazyCombobox } from '#platform/web/ui/form/lazy-combobox.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from './dev-ui.module.css'

const cities = ['Minneapolis, MN, US', 'Minneola, FL, US', 'Minnetonka, MN, US', 'Mineola, NY, US']

/** Behaves like a server: 'slow' takes long, 'fail' fails, 'none' finds nothing. */
async function find(query: string): Promise<{ data?: string[] }> {
  await new Promise((done) => {
    setTimeout(done, query === 'slow' ? 5000 : 120)
  })
  if (query === 'fail') return {}
  return { data: cities.filter((city) => city.toLowerCase().includes(query.toLowerCase())) }
}

const itself = (city: string) => city
const suggesting = {
  load: find,
  itemToString: itself,
  itemToKey: itself,
  onSelect: () => undefined,
}

export const formExamples = {
  Fields: () => (
    <div className={css.columns}>
      <Stack gap={5}>
        <Field
          label="Display username"
          autoComplete="nickname"
          hint="Shown beside your favorites."
        />
        <EmailField
          id="bad-email"
          label="E-mail"
          defaultValue="ann@"
          error="This doesn’t look like an e-mail address. Add what comes after the @."
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="8 characters or more."
          defaultValue="three ripe tomatoes"
        />
        <Field label="Referrer" optional />
        <Field label="City" defaultValue="Minneapolis" disabled />
      </Stack>
      <Stack gap={5}>
        <TextArea label="Why this one?" placeholder="Tell us why you love it!" maxLength={300} />
        <TextArea label="Too long" maxLength={20} defaultValue="Longer than it may be, and kept." />
        <SelectField label="Month of birth" defaultValue="">
          <option value="">Choose</option>
          <option>January</option>
          <option>February</option>
        </SelectField>
        <Button wide>Save Yolo</Button>
      </Stack>
    </div>
  ),
  'Error summary': () => (
    <ErrorSummary
      errors={[
        { field: 'bad-email', message: 'Correct the e-mail address.' },
        { message: 'Passwords do not match' },
      ]}
    />
  ),
  Combobox: () => (
    <div className={css.columns}>
      <LazyCombobox
        {...suggesting}
        id="city"
        label="Your city"
        placeholder="Enter your desired city"
        icon={<MapPin />}
      />
      <Combobox
        {...suggesting}
        label="Chosen"
        initial={cities[0]}
        hint="Type slow, fail or none to see those."
        renderBelow={(query) => (
          <Button variant="quiet" wide>
            Add “{query}”
          </Button>
        )}
      />
      <Combobox
        {...suggesting}
        label="Restaurant"
        placeholder="Choose a city first"
        icon={<Search />}
        disabled
      />
    </div>
  ),
}
