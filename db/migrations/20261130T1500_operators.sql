-- The audit log names the operator who acted at the command line.
alter table admin_audit_logs add column operator text;
