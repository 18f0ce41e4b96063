import type { Ref } from 'react'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { ExistingYolo } from './use-save.ts'
import { ChoiceText } from './wizard.tsx'

type Props = {
  ref: Ref<HTMLDivElement>
  yolos: ExistingYolo[]
  /** Name of the dish to be saved. */
  itemName: string
  /** The yolo that the new one replaces, or null if none is chosen yet. */
  out: ExistingYolo | null
  onChoose: (out: ExistingYolo) => void
}

/** Shows the three yolos of a full category and asks which one the new one replaces. */
export const ReplaceYoloChoice = ({ ref, yolos, itemName, out, onChoose }: Props) => (
  <Stack gap={3}>
    <Banner tone="warn">Quota of 3 filled</Banner>
    <h2>Which one should go?</h2>
    <p>Choose the one that makes room for {itemName}, or another category.</p>
    <div ref={ref}>
      <RadioGroup
        legend="Which one should go?"
        legendHidden
        stacked
        options={yolos.map((yolo) => ({
          value: yolo.id,
          label: <ChoiceText name={yolo.itemName}>{yolo.restaurantName}</ChoiceText>,
        }))}
        value={out?.id ?? null}
        onChange={(id) => onChoose(yolos.find((yolo) => yolo.id === id)!)}
      />
    </div>
    <output>{out && `${out.itemName} goes when you save, with its review, tags and photo.`}</output>
  </Stack>
)
