import { useTexts } from '../../../lib/texts.ts'
import type { Picture, Ride, SourceBox, StateBox } from './picture.ts'

/** Returns the visible and accessible names of the parts of a diagram. */
export function useDiagramWords(picture: Picture) {
  const t = useTexts('workflow')
  const labels = new Map(
    picture.boxes.flatMap((box) =>
      box.kind === 'state' ? [[box.state.code, box.state.label] as const] : [],
    ),
  )
  const labelOf = (code: string): string => labels.get(code) ?? code
  const spoken = (ride: Ride, way: string): string =>
    [`${ride.method.label}: ${way}`, ...(ride.method.visible ? [] : [t('diagram.systemOnly')])].join(', ')
  return {
    second: ({ state, isFirst }: StateBox): string =>
      isFirst
        ? t('diagram.first', { type: t(`stateTypes.${state.statetypecode}`) })
        : t(`stateTypes.${state.statetypecode}`),
    source: ({ from }: SourceBox): string =>
      from === null ? t('diagram.fromAny') : t('diagram.fromSome', { count: from.length }),
    stay: (ride: Ride, box: StateBox): string => spoken(ride, t('diagram.stays', { state: box.state.label })),
    ride: (ride: Ride): string => {
      const from = ride.transitions.map(({ statecode }) => statecode)
      const to = labelOf(ride.transitions[0]?.newstatecode ?? '')
      return spoken(
        ride,
        from.includes(null)
          ? t('diagram.wayFromAny', { to })
          : t('diagram.way', { from: from.map((code) => labelOf(code ?? '')).join(', '), to }),
      )
    },
  }
}
export type DiagramWords = ReturnType<typeof useDiagramWords>
