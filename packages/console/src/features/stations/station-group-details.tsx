import { type BodyOf, networkList, siteCount, stationGroups } from '@stationmaster/contract'
import { IconListTree } from '@tabler/icons-react'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useHold } from '../../ui/table/late.tsx'
import { type Grouping, grouping } from './station-grouping.ts'
import css from './stations.module.css'

const hints = ['station.changed', 'site.changed', 'rights.changed'] as const
const someNetwork = { fields: ['name'], reclimit: 1 }

/** The menu that chooses what stations are grouped by; absent as long as there are neither sites nor networks. */
export function GroupMenu({
  value,
  onChange,
}: {
  value: Grouping | ''
  onChange: (value: Grouping | '') => void
}) {
  const t = useTexts('station-groups')
  const networks = useEndpoint(networkList, someNetwork)
  const sites = useEndpoint(siteCount, {}, { hints: ['site.changed'] })
  useHold(networks.isLoading || sites.isLoading)
  const has = { site: Boolean(sites.data?.count), network: Boolean(networks.data?.length) }
  const offered = grouping.words.filter((word) => word === '' || has[word] || word === value)
  if (offered.length === 1) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton
          label={t('label')}
          title={value === '' ? t('label') : t(`by.${value}`)}
          tip={false}
          className={css.group}
          data-active={value !== '' || undefined}
        >
          <IconListTree size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((word) => (
          <Menu.RadioItem
            key={word}
            value={word}
            checked={word === value}
            closeMenuOnClick
            onChange={() => onChange(word)}
          >
            {t(`by.${word === '' ? 'none' : word}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Number of the stations of a group, also on other pages, and of those with problems. */
export function GroupFigures({ of, query }: { of: string | null; query: BodyOf<typeof stationGroups> }) {
  const t = useTexts('stations')
  const words = useTexts('station-groups')
  const found = useEndpoint(stationGroups, query, { hints, keepPrevious: true })
  const group = found.data?.find(({ key }) => key === of)
  if (!group) return null
  return (
    <>
      {t('count', { count: group.count })}
      {group.problems > 0 && ` · ${words('problems', { count: group.problems })}`}
    </>
  )
}

export function WithoutPlace({ by }: { by: Grouping }) {
  return useTexts('station-groups')(`without.${by}`)
}
