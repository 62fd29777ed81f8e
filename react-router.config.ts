import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  ssr: true,
} satisfies Config;
