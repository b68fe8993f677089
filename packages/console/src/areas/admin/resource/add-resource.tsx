import { resourceTypes } from '@stationmaster/contract'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Menu } from '../../../ui/menu.tsx'

/** Type and folder of a new resource. */
export interface NewResource {
  id?: undefined
  type: (typeof resourceTypes)[number]
  node: string | null
}

/** Adds a folder, a text or a file. */
export function AddResource({ onAdd }: { onAdd: (type: NewResource['type']) => void }) {
  const t = useTexts('resources')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button kind="primary" icon={<IconPlus size={16} />}>
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {resourceTypes.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {t(`types.${type}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
