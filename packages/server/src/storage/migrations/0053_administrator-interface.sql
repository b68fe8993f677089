-- The interface "administrator" and the rights of an administrator go together. Older servers: none.
update users set interface_code = 'administrator' where is_admin and interface_code not in ('all', 'administrator');
-- Without the rights, the interface opened what an operator has: the update gives no rights.
update users set interface_code = 'user' where not is_admin and interface_code = 'administrator';
