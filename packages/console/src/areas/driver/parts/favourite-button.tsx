import { type AnswerOf, driverFavouriteSet, driverPlaceGet, driverPlaceList } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { call } from '../../../lib/call.ts'
import { keyOf, queries } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { showFailure } from '../../../ui/feedback/failed.ts'

/** Adds a place to the favourites of the driver, or removes it. */
export function FavouriteButton({
  place: { id, favourite },
}: {
  place: Pick<AnswerOf<typeof driverPlaceGet>, 'id' | 'favourite'>
}) {
  const t = useTexts('driver-favourites')
  const driver = useTexts('driver')
  const set = useMutation({
    mutationFn: (isAdded: boolean) => call(driverFavouriteSet, { id, favourite: isAdded }),
    // pending until the place is fetched again, so that the star does not change back in between
    onSuccess: () =>
      Promise.all(
        [driverPlaceGet, driverPlaceList].map((row) => queries.invalidateQueries({ queryKey: keyOf(row) })),
      ),
    onError: (error) => showFailure(error, t('ui.actionFailed')),
  })
  const isShown = set.isPending ? set.variables : favourite
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={driver('place.favourite')}
      title={t(isShown ? 'remove' : 'add')}
      onClick={() => !set.isPending && set.mutate(!favourite)}
    >
      {isShown ? <IconStarFilled size={20} /> : <IconStar size={20} />}
    </button>
  )
}
