-- Written by opencode 1.18.33 with a model on the loopback address and caliban's plugin denying `touch denied`, then dumped.
-- Shortened: the tables that are not read are left out.
CREATE TABLE `project` (
          `id` text PRIMARY KEY,
          `worktree` text NOT NULL,
          `vcs` text,
          `name` text,
          `icon_url` text,
          `icon_url_override` text,
          `icon_color` text,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `time_initialized` integer,
          `sandboxes` text NOT NULL,
          `commands` text
        );
INSERT INTO `project` VALUES ('global','/',NULL,NULL,NULL,NULL,NULL,1795068584028,1795068584028,NULL,'[]',NULL);
CREATE TABLE `session` (
          `id` text PRIMARY KEY,
          `project_id` text NOT NULL,
          `workspace_id` text,
          `parent_id` text,
          `slug` text NOT NULL,
          `directory` text NOT NULL,
          `path` text,
          `title` text NOT NULL,
          `version` text NOT NULL,
          `share_url` text,
          `summary_additions` integer,
          `summary_deletions` integer,
          `summary_files` integer,
          `summary_diffs` text,
          `metadata` text,
          `cost` real DEFAULT 0 NOT NULL,
          `tokens_input` integer DEFAULT 0 NOT NULL,
          `tokens_output` integer DEFAULT 0 NOT NULL,
          `tokens_reasoning` integer DEFAULT 0 NOT NULL,
          `tokens_cache_read` integer DEFAULT 0 NOT NULL,
          `tokens_cache_write` integer DEFAULT 0 NOT NULL,
          `revert` text,
          `permission` text,
          `agent` text,
          `model` text,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `time_compacting` integer,
          `time_archived` integer,
          CONSTRAINT `fk_session_project_id_project_id_fk` FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON DELETE CASCADE
        );
CREATE INDEX `session_project_idx` ON `session` (`project_id`);
CREATE INDEX `session_workspace_idx` ON `session` (`workspace_id`);
CREATE INDEX `session_parent_idx` ON `session` (`parent_id`);
INSERT INTO `session` VALUES ('ses_e0d931db9ffenSbgWjtpNLT7hg','global',NULL,NULL,'tidy-orchid','/home/me/lighthouse','home/me/lighthouse','Done.','1.18.33',NULL,0,0,0,NULL,NULL,0.0,70,49,0,140,0,NULL,'[{"permission":"question","pattern":"*","action":"deny"},{"permission":"plan_enter","pattern":"*","action":"deny"},{"permission":"plan_exit","pattern":"*","action":"deny"}]','build','{"id":"model-1","providerID":"loopback","variant":"default"}',1795068584519,1795068586738,NULL,NULL);
CREATE TABLE `message` (
          `id` text PRIMARY KEY,
          `session_id` text NOT NULL,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `data` text NOT NULL,
          CONSTRAINT `fk_message_session_id_session_id_fk` FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON DELETE CASCADE
        );
CREATE INDEX `message_session_time_created_id_idx` ON `message` (`session_id`,`time_created`,`id`);
INSERT INTO `message` VALUES ('msg_1f26ce2800010nYkgQkVzZVbzO','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068584576,1795068586677,'{"role":"user","time":{"created":1795068584576},"agent":"build","model":{"providerID":"loopback","modelID":"model-1"},"summary":{"diffs":[]}}');
INSERT INTO `message` VALUES ('msg_1f26ce4fc001qi1OrOTEKuQMM9','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585212,1795068585980,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068585212,"completed":1795068585979},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26ce803001JcuLgEBAt5k38Q','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585987,1795068586131,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068585987,"completed":1795068586131},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26ce89a001FEfhxZE3k82Icn','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586138,1795068586253,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068586138,"completed":1795068586253},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26ce90f001nSCg2Q57NhfWqs','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586255,1795068586375,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068586255,"completed":1795068586375},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26ce98a0012AEKW88idDbr8n','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586378,1795068586499,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068586378,"completed":1795068586499},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26cea07001d5I4fFCd7Xl0T1','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586503,1795068586654,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068586503,"completed":1795068586653},"finish":"tool-calls"}');
INSERT INTO `message` VALUES ('msg_1f26ceaa0001oVLCbI2fVNmq7y','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586656,1795068586720,'{"parentID":"msg_1f26ce2800010nYkgQkVzZVbzO","role":"assistant","mode":"build","agent":"build","path":{"cwd":"/home/me/lighthouse","root":"/"},"cost":0,"tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"modelID":"model-1","providerID":"loopback","time":{"created":1795068586656,"completed":1795068586720},"finish":"stop"}');
CREATE TABLE `part` (
          `id` text PRIMARY KEY,
          `message_id` text NOT NULL,
          `session_id` text NOT NULL,
          `time_created` integer NOT NULL,
          `time_updated` integer NOT NULL,
          `data` text NOT NULL,
          CONSTRAINT `fk_part_message_id_message_id_fk` FOREIGN KEY (`message_id`) REFERENCES `message`(`id`) ON DELETE CASCADE
        );
CREATE INDEX `part_message_id_id_idx` ON `part` (`message_id`,`id`);
CREATE INDEX `part_session_idx` ON `part` (`session_id`);
INSERT INTO `part` VALUES ('prt_1f26ce288001v67rI8h36CGIdH','msg_1f26ce2800010nYkgQkVzZVbzO','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585196,1795068585199,'{"type":"text","text":"\"go on\""}');
INSERT INTO `part` VALUES ('prt_1f26ce7510019JJBXI3SyKqOed','msg_1f26ce4fc001qi1OrOTEKuQMM9','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585809,1795068585811,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26ce755001Sh7WAy5XdYq5dQ','msg_1f26ce4fc001qi1OrOTEKuQMM9','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585813,1795068585959,'{"type":"tool","tool":"bash","callID":"call_0","state":{"status":"completed","input":{"command":"ls","description":"a try"},"output":"README.md\n","metadata":{"output":"README.md\n","exit":0,"truncated":false},"title":"ls","time":{"start":1795068585828,"end":1795068585958}}}');
INSERT INTO `part` VALUES ('prt_1f26ce7f1001q1znlbeYXxuFjK','msg_1f26ce4fc001qi1OrOTEKuQMM9','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068585970,1795068585970,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26ce830001PxeobZmplUG0We','msg_1f26ce803001JcuLgEBAt5k38Q','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586032,1795068586034,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26ce833001aG7U6FP8XB6vUi','msg_1f26ce803001JcuLgEBAt5k38Q','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586035,1795068586125,'{"type":"tool","tool":"bash","callID":"call_1","state":{"status":"completed","input":{"command":"cat README.md","description":"a try"},"output":"# Lamp\n","metadata":{"output":"# Lamp\n","exit":0,"truncated":false},"title":"cat README.md","time":{"start":1795068586054,"end":1795068586124}}}');
INSERT INTO `part` VALUES ('prt_1f26ce88e001PY3B3DOKWS9oki','msg_1f26ce803001JcuLgEBAt5k38Q','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586126,1795068586127,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26ce8c6001lJBzTif3NBg46w','msg_1f26ce89a001FEfhxZE3k82Icn','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586182,1795068586183,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26ce8c90015CYs7nNdOHRfWC','msg_1f26ce89a001FEfhxZE3k82Icn','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586185,1795068586247,'{"type":"tool","tool":"bash","callID":"call_2","state":{"status":"error","input":{"command":"touch denied","description":"a try"},"error":"caliban did not allow the call: caliban: this Bash call is denied by the rule `Bash:touch denied*` (~/.config/caliban/permissions.toml:2)","time":{"start":1795068586198,"end":1795068586246}}}');
INSERT INTO `part` VALUES ('prt_1f26ce909001Q8igrk0o5wYfDp','msg_1f26ce89a001FEfhxZE3k82Icn','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586249,1795068586249,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26ce936001kuxc0k6Y2ZAd13','msg_1f26ce90f001nSCg2Q57NhfWqs','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586294,1795068586295,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26ce938001pq6NRCjY833Czo','msg_1f26ce90f001nSCg2Q57NhfWqs','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586296,1795068586360,'{"type":"tool","tool":"bash","callID":"call_3","state":{"status":"completed","input":{"command":"false","description":"a try"},"output":"(no output)","metadata":{"output":"(no output)","exit":1,"truncated":false},"title":"false","time":{"start":1795068586310,"end":1795068586360}}}');
INSERT INTO `part` VALUES ('prt_1f26ce97b001JSLA26WKei2Z2i','msg_1f26ce90f001nSCg2Q57NhfWqs','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586363,1795068586364,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26ce9b9001umie4Y33q4HNcB','msg_1f26ce98a0012AEKW88idDbr8n','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586425,1795068586426,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26ce9bb001Kdyxnai8xi22ps','msg_1f26ce98a0012AEKW88idDbr8n','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586427,1795068586493,'{"type":"tool","tool":"bash","callID":"call_4","state":{"status":"completed","input":{"command":"touch lamp","description":"a try"},"output":"(no output)","metadata":{"output":"(no output)","exit":0,"truncated":false},"title":"touch lamp","time":{"start":1795068586439,"end":1795068586492}}}');
INSERT INTO `part` VALUES ('prt_1f26ce9fe001CAV3p7R0pseEEa','msg_1f26ce98a0012AEKW88idDbr8n','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586495,1795068586495,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26cea3c001RpVun87m7Dzbp4','msg_1f26cea07001d5I4fFCd7Xl0T1','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586556,1795068586557,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26cea3e001U8oTFc2we1VjVy','msg_1f26cea07001d5I4fFCd7Xl0T1','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586559,1795068586640,'{"type":"tool","tool":"read","callID":"call_5","state":{"status":"completed","input":{"filePath":"/home/me/lighthouse/README.md"},"output":"<path>/home/me/lighthouse/README.md</path>\n<type>file</type>\n<content>\n1: # Lamp\n\n(End of file - total 1 lines)\n</content>","metadata":{"preview":"# Lamp","truncated":false,"loaded":[],"display":{"type":"file","path":"/home/me/lighthouse/README.md","text":"# Lamp","lineStart":1,"lineEnd":1,"totalLines":1,"truncated":false}},"title":"home/me/lighthouse/README.md","time":{"start":1795068586578,"end":1795068586638}}}');
INSERT INTO `part` VALUES ('prt_1f26cea91001TcZ01wyVyTFAjc','msg_1f26cea07001d5I4fFCd7Xl0T1','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586641,1795068586642,'{"reason":"tool-calls","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
INSERT INTO `part` VALUES ('prt_1f26cead5001FGhhHJ3bdwVWqd','msg_1f26ceaa0001oVLCbI2fVNmq7y','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586709,1795068586710,'{"type":"step-start"}');
INSERT INTO `part` VALUES ('prt_1f26cead7001PedjNCCA5nj0QW','msg_1f26ceaa0001oVLCbI2fVNmq7y','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586712,1795068586715,'{"type":"text","text":"Done.","time":{"start":1795068586711,"end":1795068586714}}');
INSERT INTO `part` VALUES ('prt_1f26ceadc001c8JB4hQ5LyIhTu','msg_1f26ceaa0001oVLCbI2fVNmq7y','ses_e0d931db9ffenSbgWjtpNLT7hg',1795068586716,1795068586717,'{"reason":"stop","type":"step-finish","tokens":{"total":37,"input":10,"output":7,"reasoning":0,"cache":{"write":0,"read":20}},"cost":0}');
