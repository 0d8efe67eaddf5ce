// Loaded first in every worker of vitest.
import { isMainThread } from 'node:worker_threads'
import { endWithParent } from './end-with-parent.mjs'

if (isMainThread) endWithParent()
