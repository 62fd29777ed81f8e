// Worker thread: receives the pool once, then runs tasks on it.

import { parentPort } from 'node:worker_threads';
import type { Columns } from './columns.ts';
import { createWorkspace, runTask, type Workspace } from './task.ts';
import type { Task } from './task-shapes.ts';

type Message = { columns: Columns; forbidden: number[][]; room: number } | { at: number; task: Task };

let workspace: Workspace | undefined;

parentPort!.on('message', (message: Message) => {
  if ('columns' in message) workspace = createWorkspace(message.columns, message.forbidden, message.room);
  else parentPort!.postMessage({ at: message.at, result: runTask(workspace!, message.task) });
});
