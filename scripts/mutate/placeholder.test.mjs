import { test } from 'vitest'

test('a placeholder: the runner takes over after it', () => {})
