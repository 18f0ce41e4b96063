import type { Card, ListedCard } from './contract.ts'

/** The values that most cards have for visitors. */
const usual = {
  photo: null,
  canUpvote: true,
  gone: false,
  closed: false,
  confirmedAt: null,
  used: false,
  reported: [],
} satisfies Partial<Card>

export const expandCard = ({ yolos, ...listed }: ListedCard): Card => ({
  ...usual,
  ...listed,
  yolos: yolos.map((yolo) => ({ image: null, imageColour: null, ...yolo })),
})

/** Returns a card without its usual values, and with only the first yolo and the one whose photo it shows. */
export function compactCard({
  canUpvote,
  gone,
  closed,
  used,
  reported,
  ...card
}: Card): ListedCard {
  const { photo, confirmedAt, ...rest } = card
  return {
    ...rest,
    yolos: card.yolos
      .filter(({ id }, index) => index === 0 || id === photo?.yoloId)
      .map((yolo) => {
        const { imageColour: _, image, ...shown } = yolo
        return image === null ? shown : { ...shown, image }
      }),
    ...(photo && { photo }),
    ...(confirmedAt !== null && { confirmedAt }),
    ...(!canUpvote && { canUpvote }),
    ...(gone && { gone }),
    ...(closed && { closed }),
    ...(used && { used }),
    ...(reported.length > 0 && { reported }),
  }
}
