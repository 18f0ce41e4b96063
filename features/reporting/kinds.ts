/** What members can report with a reason. A text and a photo belong to a yolo. */
export const reportableKinds = ['text', 'photo', 'member', 'restaurant'] as const
export type ReportableKind = (typeof reportableKinds)[number]

export const reportReasons = {
  spam: 'Spam',
  offensive: 'Offensive or hateful',
  misleading: 'Not real, or misleading',
  violent: 'Nudity or violence',
  private: 'Private information',
  stolen: 'Someone else’s photo',
  other: 'Something else',
} as const
export type ReportReason = keyof typeof reportReasons

/** Maximum number of characters of a reporter's words. */
export const maxReportLength = 300
