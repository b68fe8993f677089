import { unknownTags } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { Card } from '../../ui/page/page.tsx'
import { Ago } from '../../ui/time/moment.tsx'
import css from './unknown-tags.module.css'

/**
 * Lists the newest id tags that stations reported and that belong to no card; renders nothing if there are
 * none.
 */
export function UnknownTags({ onMake }: { onMake: ((code: string) => void) | undefined }) {
  const t = useTexts('cards')
  const tags = useEndpoint(unknownTags, { reclimit: 5, orderby: ['last DESC'] }, { hints: ['card.changed'] })
  if (!tags.data || tags.data.length === 0) return null
  return (
    <Card title={t('unknown.title')} pad={false}>
      <ul className={css.tags}>
        {tags.data.map((tag) => (
          <li key={tag.code}>
            <div>
              <Identity value={tag.code} />
              <small>
                {t('unknown.seen', { count: tag.count, station: tag.identity })} · <Ago at={tag.last} />
                {tag.lookslike && <> · {t('unknown.like', { code: tag.lookslike })}</>}
              </small>
            </div>
            {onMake && (
              <Button small onClick={() => onMake(tag.code)}>
                {t('unknown.add')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
